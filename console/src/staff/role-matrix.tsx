import { HIDDEN_FIELDS } from '@counterfoil/contract/capabilities.ts'
import { ROLES, type Role } from '@counterfoil/contract/define-route.ts'
import { ROLE_MATRIX } from '@counterfoil/contract/role-matrix.ts'
import { List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Column, DataTable } from '../list/data-table.tsx'
import { joinItems } from '../time/join-items.ts'
import { CAPABILITY_WORDS, fieldLimits, ROLE_MATRIX_WORDS as words } from '../words/capabilities.ts'
import { ROLE_WORDS } from '../words/roles.ts'

type Row = (typeof ROLE_MATRIX)[number]

/** What each role may do, from the roles of all routes, as on the page of the documentation. */
export function RoleMatrix() {
  const hidden = Object.entries(HIDDEN_FIELDS) as [Role, readonly string[]][]
  return (
    <Stack gap="md">
      <Text size="sm">{words.intro}</Text>
      <DataTable
        label={words.title}
        items={[...ROLE_MATRIX]}
        columns={COLUMNS}
        keyOf={({ capability }) => capability}
      />
      <Section title={words.writesTitle}>
        {fieldLimits().map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </Section>
      <Section title={words.hiddenTitle}>
        {hidden.map(([role, fields]) => (
          <List.Item key={role}>{words.hidden(ROLE_WORDS[role], joinItems(fields))}</List.Item>
        ))}
      </Section>
    </Stack>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm">{children}</List>
    </>
  )
}

const COLUMNS: Column<Row>[] = [
  { title: words.may, cell: ({ capability }) => CAPABILITY_WORDS[capability] },
  ...ROLES.map((role) => ({
    title: ROLE_WORDS[role],
    cell: ({ roles }: Row) => (roles.includes(role) ? words.yes : words.no),
  })),
]
