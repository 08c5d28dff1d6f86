#!/bin/sh
# Run once by the image of PostgreSQL, when its volume is empty: Skywarden gets a database of its own and a role that is
# no superuser.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
create role skywarden login nosuperuser nocreatedb nocreaterole password :'password';
create database skywarden owner skywarden;
revoke connect, temporary on database skywarden from public;
SQL
