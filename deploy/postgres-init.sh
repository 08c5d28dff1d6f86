#!/bin/sh
# Run once by the PostgreSQL image, when its volume is empty. Creates Skywarden's database, and its role, which is not a
# superuser.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
create role skywarden login nosuperuser nocreatedb nocreaterole password :'password';
create database skywarden owner skywarden;
revoke connect, temporary on database skywarden from public;
SQL
