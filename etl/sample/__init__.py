"""The embedded sample lake: an invented German railway infrastructure and IT organisation, dirt included."""

from teamlandkarte.etl.sample.lake import REFERENCE_DAY, write_sample_lake

__all__ = ["REFERENCE_DAY", "write_sample_lake"]
