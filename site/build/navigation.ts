import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

/** A Markdown file of the repository, and its address below `/docs/`. */
export type Page = { path: string; file: string; label: string }
export type Group = { title: string; pages: Page[] }

const page = (path: string, file: string, label: string): Page => ({ path, file, label })

const GROUPS: Group[] = [
  {
    title: 'Get started',
    pages: [
      page('', 'docs/index.md', 'Overview'),
      page('quickstart-backend', 'docs/quickstart-backend.md', 'Quickstart: your backend'),
      page('quickstart-curl', 'docs/quickstart-curl.md', 'Quickstart: curl'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      page('partner-guide', 'docs/partner-guide.md', 'Partner guide'),
      page('signing', 'docs/signing.md', 'Signed requests'),
      page('tokens', 'docs/tokens.md', 'Tokens'),
      page('host-apps', 'docs/host-apps.md', 'Host apps'),
      page('bridge', 'docs/bridge.md', 'Bridge'),
      page('redemption', 'docs/redemption.md', 'Redemption'),
      page('counter', 'docs/counter.md', 'Codes at the counter'),
      page('webhooks', 'docs/webhooks.md', 'Webhooks'),
      page('support', 'docs/support.md', 'Support look-ups'),
      page('sandbox', 'docs/sandbox.md', 'Testing in the sandbox'),
      page('going-live', 'docs/going-live.md', 'Going live'),
    ],
  },
  {
    title: 'SDKs',
    pages: [
      page('sdks', 'docs/sdks.md', 'The SDKs compared'),
      page('sdk/node', 'sdk/README.md', 'JavaScript SDK'),
      page('sdk/python', 'sdk/python/README.md', 'Python SDK'),
      page('sdk/go', 'sdk/go/README.md', 'Go SDK'),
      page('sdk/java', 'sdk/java/README.md', 'Java SDK'),
      page('sdk/host', 'sdk/host/README.md', 'Host kit'),
    ],
  },
  {
    title: 'Operate',
    pages: [
      page('operations', 'docs/operations.md', 'Operator’s handbook'),
      page('run', 'README.md', 'Run and configure'),
      page('back-office', 'docs/back-office.md', 'Back office'),
      page('roles', 'docs/roles.md', 'Roles'),
      page('console', 'docs/console.md', 'A tour of the console'),
      page('figures', 'docs/figures.md', 'Reading the figures'),
      page('approvals', 'docs/approvals.md', 'Approvals'),
      page('settlement', 'docs/settlement.md', 'Settlement'),
      page('alerting', 'docs/alerting.md', 'Alerting'),
      page('cli', 'docs/cli.md', 'Command line'),
      page('service-levels', 'docs/service-levels.md', 'Service levels'),
      page('capacity', 'docs/capacity.md', 'Capacity'),
      page('benchmarks', 'docs/benchmarks.md', 'Benchmarks'),
      page('disaster-recovery', 'docs/disaster-recovery.md', 'Disaster recovery'),
      page('privacy', 'docs/privacy.md', 'Personal data'),
    ],
  },
  {
    title: 'Background',
    pages: [
      page('errors', 'docs/errors.md', 'Errors'),
      page('changelog', 'CHANGELOG.md', 'Changelog'),
      page('webview', 'docs/webview.md', 'The webview'),
      page('decisions', 'docs/decisions.md', 'Decisions'),
      page('proof', 'docs/proof.md', 'What is proven'),
      page('architecture', 'ARCHITECTURE.md', 'Architecture'),
      page('contributing', 'CONTRIBUTING.md', 'Contributing'),
    ],
  },
]

export const isListed = (file: string): boolean =>
  GROUPS.some(({ pages }) => pages.some((page) => page.file === file))

/** The runbook CounterfoilNodeDown.md is labeled “Node down”: the name of its alert is too long for the list. */
function alertLabel(file: string): string {
  const alert = /^docs\/runbooks\/Counterfoil(\w+)\.md$/.exec(file)?.[1] ?? ''
  return alert.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** The pages of the navigation whose files exist, and pages without an entry: runbooks, internals, others. */
export function navigation(root: string): Group[] {
  const groups = GROUPS.map(({ title, pages }) => ({
    title,
    pages: pages.filter(({ file }) => existsSync(join(root, file))),
  }))
  const known = new Set(GROUPS.flatMap(({ pages }) => pages.map(({ file }) => file)))
  const pagesOf = (...patterns: string[]) =>
    patterns
      .flatMap((pattern) => globSync(pattern, { cwd: root }).sort())
      .filter((file) => !known.has(file))
      .map((file) => page(file.replace(/^docs\/|\.md$/g, ''), file, alertLabel(file)))
  return [
    ...groups,
    { title: 'Runbooks', pages: pagesOf('docs/runbooks/*.md') },
    { title: 'Internals', pages: pagesOf('docs/*.md', 'docs/internals/*.md') },
  ].filter(({ pages }) => pages.length > 0)
}
