"""The bundled model: it takes seconds to load, so that all tests of a process share one."""

from teamlandkarte.index.embedding import LocalEncoder

LOCAL = LocalEncoder(threads=2)
