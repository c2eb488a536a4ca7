-- What there is for a host is asked before each search: how many documents, and in which languages.
CREATE INDEX knowledge_documents_by_language ON knowledge_documents (source_pk, language, version, chunks);
