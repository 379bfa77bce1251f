import { GO_CALLS } from '../test/sdk/calls/go-calls.ts'
import { JAVA_CALLS } from '../test/sdk/calls/java-calls.ts'
import { NODE_CALLS } from '../test/sdk/calls/node-calls.ts'
import { PYTHON_CALLS } from '../test/sdk/calls/python-calls.ts'
import { type Calls, FEATURES, type FeatureId } from '../test/sdk/features.ts'

const INTRODUCTION = `<!-- Generated from test/sdk/features.ts by \`npm run generate\`. Do not edit. -->

# The SDKs compared

The SDKs for [Node](../sdk/README.md), [Python](../sdk/python/README.md), [Go](../sdk/go/README.md) and
[Java](../sdk/java/README.md) have the same features. This page shows each call in every language; a dash means that an SDK
lacks it. A test makes every call on this page against the service and checks its result.

`

const COLUMNS: [language: string, calls: Calls][] = [
  ['Node', NODE_CALLS],
  ['Python', PYTHON_CALLS],
  ['Go', GO_CALLS],
  ['Java', JAVA_CALLS],
]

/** docs/sdks.md: a table of calls for each group of features. */
export function renderSdkFeatures(): string {
  return INTRODUCTION + Object.entries(FEATURES).map(section).join('\n')
}

function section([group, features]: [string, Record<string, string>]): string {
  const head = ['Feature', ...COLUMNS.map(([language]) => language)]
  const rows = Object.entries(features).map(([id, title]) => [
    title,
    ...COLUMNS.map(([, calls]) => cell(calls[id as FeatureId])),
  ])
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`)
  return `## ${group}\n\n${lines.join('')}`
}

/** A bar would end the cell, also inside of code. */
function cell(call: string | undefined): string {
  return call === undefined ? '–' : `\`${call.replaceAll('|', '\\|')}\``
}
