// The current tables of the engine in PostgreSQL (see postgres-tables.ts).

const partitions = 64;

/**
 * Creates the tables. The texts are out of line and all else in line where it fits, because an exact search reads all
 * vectors of a store. It creates an index last, which `isSetUp` looks for.
 */
export const setup = `
CREATE TABLE IF NOT EXISTS svc2_collections (
  id text COLLATE "C" PRIMARY KEY,
  revision bigint NOT NULL,
  chunks bigint NOT NULL DEFAULT 0,
  words bigint NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS svc2_files (
  collection_id text COLLATE "C" NOT NULL,
  file_id text COLLATE "C" NOT NULL,
  set_id text COLLATE "C" NOT NULL,
  attributes jsonb NOT NULL,
  chunks bigint NOT NULL,
  words bigint NOT NULL,
  PRIMARY KEY (collection_id, file_id),
  UNIQUE (collection_id, set_id)
);
CREATE TABLE IF NOT EXISTS svc2_terms (
  collection_id text COLLATE "C" NOT NULL,
  term int NOT NULL,
  chunks bigint NOT NULL,
  PRIMARY KEY (collection_id, term)
) WITH (fillfactor = 70);
CREATE TABLE IF NOT EXISTS svc2_chunks (
  position int NOT NULL,
  words int NOT NULL,
  collection_id text COLLATE "C" NOT NULL,
  set_id text COLLATE "C" NOT NULL,
  vector halfvec NOT NULL,
  terms int[] NOT NULL,
  counts bytea NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (collection_id, set_id, position)
) PARTITION BY HASH (collection_id);
ALTER TABLE svc2_chunks
  ALTER collection_id SET STORAGE PLAIN, ALTER set_id SET STORAGE PLAIN,
  ALTER vector SET STORAGE MAIN, ALTER terms SET STORAGE MAIN, ALTER counts SET STORAGE MAIN;
DO $$ BEGIN
  FOR part IN 0..${partitions - 1} LOOP
    EXECUTE format('CREATE TABLE IF NOT EXISTS svc2_chunks_%s PARTITION OF svc2_chunks FOR VALUES WITH (MODULUS ${partitions}, REMAINDER %s) WITH (toast_tuple_target = 1600)', part, part);
  END LOOP;
END $$;
CREATE INDEX IF NOT EXISTS svc2_chunks_terms ON svc2_chunks USING gin (terms);
`;

/**
 * True if `setup` has been run. Running it again would wait for the build of a vector index, which may take hours,
 * because it locks the same tables.
 */
export const isSetUp = "SELECT to_regclass('svc2_chunks_terms') IS NOT NULL AS done";
