import numpy as np
import pytest

from sciloom.training.calibration import calibration_error, platt


def test_platt_recovers_scale_and_shift():
    generator = np.random.default_rng(0)
    odds = generator.standard_normal(20000)
    hits = generator.random(20000) < 1 / (1 + np.exp(0.5 - 2 * odds))
    scale, shift = platt((1 / (1 + np.exp(-odds))).tolist(), hits.tolist())
    assert scale == pytest.approx(2, abs=0.1)
    assert shift == pytest.approx(-0.5, abs=0.1)


def test_calibration_error_is_the_gap_between_score_and_share():
    assert calibration_error([0.75] * 4, [True, True, True, False]) == 0
    assert calibration_error([0.95] * 4, [False] * 4) == pytest.approx(0.95)
