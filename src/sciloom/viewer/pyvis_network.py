"""The hand-over to pyvis: a ``Network`` that is safe to write out and needs no network."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sciloom.model import Resolution
from sciloom.viewer.assets import STATIC, vis_network
from sciloom.viewer.first_picture import WHOLE, first_picture
from sciloom.viewer.network import to_network

if TYPE_CHECKING:
    import networkx as nx
    from pyvis.network import Network

#: A picture of more nodes than this is no longer read, and vis-network slows down.
MOST_NODES = 300

#: Okabe and Ito's colours (2008), told apart by the colour-blind; the shapes say the same again.
STYLES = (
    ("Paper", "dot", "#0072B2"),
    ("Method", "square", "#E69F00"),
    ("Dataset", "diamond", "#009E73"),
    ("Metric", "triangle", "#CC79A7"),
    ("Task", "hexagon", "#D55E00"),
)
_OTHER = ("dot", "#999999")


def to_pyvis(
    source: Resolution | nx.MultiDiGraph[str],
    *,
    places: Mapping[str, tuple[int, int]] | None = None,
    limit: int = WHOLE,
) -> Network:
    """Return the first picture as a directed ``pyvis.network.Network`` with fixed positions.

    ``source`` is a resolution or a graph whose nodes carry ``label`` and ``type`` and whose edge
    keys are predicates. All of up to ``limit`` nodes (at most `MOST_NODES`) are drawn, else the
    landmarks; ``places`` gives positions of one's own, and draws no other node.

    The network's page holds vis-network and asks for nothing: pyvis' own template loads
    Bootstrap, and runs markup in titles.
    """
    from jinja2 import Environment, FileSystemLoader
    from pyvis.network import Network

    if limit > MOST_NODES:
        raise ValueError(f"at most {MOST_NODES} nodes are drawn, not {limit}")
    network = to_network(source) if isinstance(source, Resolution) else source
    if places is None:
        places = first_picture(network, limit=limit).places
    style = {type_: (shape, colour) for type_, shape, colour in STYLES}
    drawn = Network(directed=True, cdn_resources="in_line", height="100vh")
    drawn.path = "pyvis.html.j2"
    drawn.templateEnv = Environment(loader=FileSystemLoader(STATIC), autoescape=True)
    drawn.templateEnv.globals["vis_network"] = vis_network
    drawn.toggle_physics(False)
    for node, (x, y) in places.items():
        data = network.nodes[node]
        shape, colour = style.get(data["type"], _OTHER)
        title = f"{data['type']}: {data['label']}"
        drawn.add_node(
            node,
            label=data["label"] or " ",  # pyvis writes the id where the label is empty
            title=title,
            shape=shape,
            color=colour,
            x=x,
            y=y,
            size=14,
        )
    for subject, object_, predicate in network.edges(keys=True):
        if subject in places and object_ in places:
            drawn.add_edge(subject, object_, label=str(predicate), color="#8a8f98")
    return drawn
