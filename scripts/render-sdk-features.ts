import { GO_CALLS } from '../test/sdk/calls/go-calls.ts'
import { JAVA_CALLS } from '../test/sdk/calls/java-calls.ts'
import { NODE_CALLS } from '../test/sdk/calls/node-calls.ts'
import { PYTHON_CALLS } from '../test/sdk/calls/python-calls.ts'
import { type Calls, FEATURES, type FeatureId } from '../test/sdk/features.ts'

const INTRODUCTION = `<!-- Generated from test/sdk/features.ts by \`npm run generate\`. Do not edit. -->

# The SDKs compared

The SDKs for [Node](../sdk/README.md), [Python](../sdk/python/README.md), [Go](../sdk/go/README.md) and
[Java](../sdk/java/README.md) have the same features. This page shows the call of each feature in every language. For each
language, a test makes every call of this page against the service and checks its result.

`

type Column = { title: string; fence: string; comment: string; calls: Calls }

const COLUMNS: Column[] = [
  { title: 'Node', fence: 'js', comment: '//', calls: NODE_CALLS },
  { title: 'Python', fence: 'python', comment: '#', calls: PYTHON_CALLS },
  { title: 'Go', fence: 'go', comment: '//', calls: GO_CALLS },
  { title: 'Java', fence: 'java', comment: '//', calls: JAVA_CALLS },
]

/** docs/sdks.md: what each SDK can do, and the calls of each group in all languages, which the site shows as tabs. */
export function renderSdkFeatures(): string {
  return INTRODUCTION + Object.entries(FEATURES).map(section).join('\n')
}

function section([group, features]: [string, Record<string, string>]): string {
  const blocks = COLUMNS.map((column) => block(features, column))
  return `## ${group}\n\n${table(features)}\n${blocks.join('\n')}`
}

function table(features: Record<string, string>): string {
  const head = ['Feature', ...COLUMNS.map(({ title }) => title)]
  // `Calls` has a call of every feature, so that no language can lack one.
  const rows = Object.values(features).map((title) => [title, ...COLUMNS.map(() => '✓')])
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

function block(features: Record<string, string>, { fence, comment, calls }: Column): string {
  const lines = Object.entries(features).map(
    ([id, title]) => `${comment} ${title}\n${calls[id as FeatureId]}\n`,
  )
  return `\`\`\`${fence}\n${lines.join('')}\`\`\`\n`
}
