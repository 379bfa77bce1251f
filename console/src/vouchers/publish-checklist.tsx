import type { checkPublication } from '@counterfoil/contract/admin/publish-check.ts'
import { Stack, Table, Text, Title } from '@mantine/core'
import type { ResponseBody } from '../api/call.ts'
import { Issue } from '../facts/lazy-issue.tsx'
import { formatNumber } from '../time/numbers.ts'
import { PUBLICATION_WORDS as words } from '../words/publication.ts'
import { VOUCHER_WORDS } from '../words/vouchers.ts'
import type { FullVoucher } from './voucher-values.ts'

type Check = ResponseBody<typeof checkPublication>

/** What is done and what is missing, then who will be notified and how many. */
export function PublishChecklist({
  voucher,
  merchantName,
  check,
}: {
  voucher: Pick<FullVoucher, 'codeSource' | 'validUntil'>
  merchantName: string
  check: Check
}) {
  return (
    <Stack gap="sm">
      <div>
        <Title order={3} size="h6">
          {words.checks}
        </Title>
        <ul className="checks">
          {itemsOf(voucher, check).map(({ path, text, isMet }) => (
            <li key={path}>
              <Text component="span" c={isMet ? 'inherit' : 'var(--mantine-color-error)'} size="sm">
                <span aria-hidden="true">{isMet ? '✓' : '✗'}</span> {isMet ? words.met : words.unmet}: {text}
              </Text>
            </li>
          ))}
        </ul>
      </div>
      {check.ready && <Audience check={check} merchantName={merchantName} />}
    </Stack>
  )
}

/** A check that this page knows nothing about is shown in the service's own words. */
function itemsOf(
  { codeSource, validUntil }: Pick<FullVoucher, 'codeSource' | 'validUntil'>,
  { issues }: Check,
) {
  const applies = (path: string) =>
    (path !== '/codeSource' || codeSource === 'MANUAL') && (path !== '/validUntil' || validUntil !== null)
  const known = Object.entries(words.items)
    .filter(([path]) => applies(path))
    .map(([path, { met, unmet }]) => {
      const isMet = issues.every((issue) => issue.path !== path)
      return { path, text: isMet ? met : unmet, isMet }
    })
  const unknown = issues
    .filter(({ path }) => !(path in words.items))
    .map((issue) => ({ path: issue.path, text: <Issue of={issue} />, isMet: false }))
  return [...known, ...unknown]
}

function Audience({ check, merchantName }: { check: Check; merchantName: string }) {
  if (!check.isFirstPublication && !check.needsApproval)
    return <Text size="sm">{VOUCHER_WORDS.publishAgainConsequence}</Text>
  return (
    <Stack gap="xs">
      {check.isFirstPublication && (
        <Text size="sm" fw={550}>
          {words.notifies(check.users, merchantName)}
        </Text>
      )}
      {check.partners.length > 0 && (
        <Table aria-label={words.notifiesByPartner}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{words.partner}</Table.Th>
              <Table.Th scope="col" className="number">
                {words.users}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {check.partners.map(({ partnerId, partnerName, users }) => (
              <Table.Tr key={partnerId}>
                <Table.Td className="wrap">{partnerName}</Table.Td>
                <Table.Td className="number">{formatNumber(users)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Text size="sm">{check.needsApproval ? words.waits : words.goesLive}</Text>
    </Stack>
  )
}
