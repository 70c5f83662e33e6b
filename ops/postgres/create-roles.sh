#!/bin/sh
# Creates the role that owns the tables, the role of the product, which owns none, and the database. The PostgreSQL image
# runs this when its data directory is empty.
set -eu
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set=owner_password="$OWNER_PASSWORD" --set=password="$DATABASE_PASSWORD" <<'SQL'
CREATE ROLE answerscope LOGIN NOSUPERUSER NOCREATEDB NOBYPASSRLS PASSWORD :'password';
CREATE ROLE answerscope_owner LOGIN NOSUPERUSER NOCREATEDB NOBYPASSRLS PASSWORD :'owner_password';
GRANT answerscope TO answerscope_owner;
CREATE DATABASE answerscope OWNER answerscope_owner ENCODING 'UTF8' TEMPLATE template0;
GRANT CREATE ON DATABASE answerscope TO answerscope;
\connect answerscope
ALTER SCHEMA public OWNER TO answerscope_owner;
SQL
