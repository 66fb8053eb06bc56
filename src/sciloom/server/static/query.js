"use strict";
// The query page: YASGUI on this server's endpoint, the named queries as examples.
const setup = JSON.parse(document.getElementById("setup").textContent);
const library = document.getElementById("library");
const names = document.getElementById("name");
const said = document.getElementById("said");

// Completion would ask prefix.cc and LOV: this page speaks to its own server alone.
Yasgui.Yasqe.defaults.autocompleters = ["variables"];
Yasgui.Yasqe.defaults.value = Object.entries(setup.prefixes)
  .filter(([prefix]) => ["", "dcterms", "rdfs", "skos"].includes(prefix))
  .map(([prefix, iri]) => `PREFIX ${prefix}: <${iri}>\n`)
  .join("") + "SELECT ?paper ?title WHERE {\n  ?paper a :Paper ; rdfs:label ?title .\n}\nLIMIT 20\n";
Yasgui.Yasr.defaults.prefixes = setup.prefixes;

const yasgui = new Yasgui(document.getElementById("yasgui"), {
  requestConfig: { endpoint: new URL("/sparql", location).href, method: "POST" },
  copyEndpointOnNewTab: false,
  persistenceId: null,
});

// What the graph speaks of has a page here, wherever its IRI would lead.
function localise(root) {
  for (const link of root.querySelectorAll(`a[href^="${CSS.escape(setup.base)}"]`)) {
    link.href = "/id/" + link.getAttribute("href").slice(setup.base.length);
  }
}
new MutationObserver(() => localise(document.getElementById("yasgui"))).observe(
  document.getElementById("yasgui"),
  { childList: true, subtree: true },
);

function chosen() {
  for (const fields of library.querySelectorAll("fieldset")) {
    fields.hidden = fields.disabled = fields.dataset.query !== names.value;
  }
  said.textContent = "";
}
names.addEventListener("change", chosen);
chosen();

library.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(library));
  const answer = await fetch(`/api/queries/${encodeURIComponent(names.value)}?${fields}`);
  if (!answer.ok) {
    const problem = await answer.json();
    said.textContent = [problem.title, problem.next].filter(Boolean).join(": ");
    return;
  }
  said.textContent = "";
  yasgui.getTab().setQuery(await answer.text());
  yasgui.getTab().getYasqe().focus();
});
document.documentElement.dataset.state = "ready";
