export const README = `Support bundle of Counterfoil
=============================

Read it before you send it. Every file is text.

  versions.json    Counterfoil, Node and the operating system
  settings.json    which settings are set; the values of harmless ones only
  health.json      /healthz, /readyz and /readyz?for=writes, on this machine and at PUBLIC_URL
  metrics.txt      /metrics of the service on this machine, if METRICS_TOKEN is set
  database.json    version, settings, sessions, waiting locks and replication of PostgreSQL
  tables.json      sizes and statistics of tables, partitions
  migrations.json  the schema, applied and pending migrations
  nodes.json       the running nodes
  cells.json       further databases for merchants, and the newest moves of merchants between them
  cells/           database.json, tables.json and migrations.json of each of them
  errors.json      server errors of the last 24 hours by route, failing webhooks and key sets by partner
  postgres.log     the end of the log of the embedded PostgreSQL (not with DATABASE_URL)

A file with "missing" says why a part could not be read.

Left out: secrets, keys and tokens; PINs and voucher codes; users, staff and everything about them; bodies, signatures
and texts of requests; statements; e-mail addresses; addresses of machines (only 127.0.0.1 and 0.0.0.0 stay); paths; user
names of databases. The names of hosts of nodes and of addresses in settings, and the slugs of partners, are inside.

Not collected: the log of the service. If you send lines of it, search for the "requestId" in errors.json. Alerts are in
Prometheus.
`
