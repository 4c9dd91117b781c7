import { put } from './debian.ts';
import type { Engine } from './engine.ts';

/** What the official image documents of its start, with Debian's PostgreSQL. */
const ENTRYPOINT = `#!/bin/bash
set -e
: "\${POSTGRES_USER:=postgres}" "\${POSTGRES_DB:=$POSTGRES_USER}"
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql
  chmod 700 "$PGDATA"
  chmod 3775 /var/run/postgresql
  find "$PGDATA" /var/run/postgresql ! -user postgres -exec chown postgres {} +
  exec setpriv --reuid postgres --regid postgres --init-groups -- "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  [ -n "$POSTGRES_PASSWORD" ] || { echo 'POSTGRES_PASSWORD is empty'; exit 1; }
  initdb --username="$POSTGRES_USER" --pwfile=<(echo "$POSTGRES_PASSWORD") $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -w -o "-c listen_addresses=''" start
  createdb --username="$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl -w -m fast stop
fi
exec "$@"
`;

const POSTGRES_FILE = `
FROM debian
RUN usermod -u 70 postgres && groupmod -g 70 postgres \\
  && install -d -o postgres -g postgres -m 3777 /var/run/postgresql \\
  && install -d -o postgres -g postgres -m 1777 /var/lib/postgresql/data \\
  && sed -i "s/^#listen_addresses = .*/listen_addresses = '*'/" /usr/share/postgresql/17/postgresql.conf.sample
COPY docker-entrypoint.sh /usr/local/bin/
RUN chmod 755 /usr/local/bin/docker-entrypoint.sh
ENV PATH=/usr/lib/postgresql/17/bin:/usr/local/bin:/usr/bin:/usr/sbin LANG=C.UTF-8 PG_MAJOR=17 PGDATA=/var/lib/postgresql/data
VOLUME /var/lib/postgresql/data
ENTRYPOINT ["docker-entrypoint.sh"]
STOPSIGNAL SIGINT
EXPOSE 5432
CMD ["postgres"]
`;

/** PostgreSQL under the name that compose.cluster.yaml gives: from Debian, not a registry. */
export function makePostgres(root: string, engine: Engine): void {
  put(root, 'root/postgres/docker-entrypoint.sh', ENTRYPOINT);
  put(root, 'root/postgres/Dockerfile', POSTGRES_FILE);
  engine.sh('docker build --quiet --network host -t postgres:17-alpine /root/postgres');
}
