import { Alert, Anchor, Group, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core'
import { explain } from '../api/error-translator.ts'
import { useAnswer } from '../api/use-answer.ts'
import { navigate, useAddress } from '../location.ts'
import { screens } from '../screens.ts'
import { useCategoryName } from './category-names.ts'
import { ActiveDot } from './merchant-list.tsx'
import { OutletList } from './outlet-list.tsx'
import { VoucherList } from './voucher-list.tsx'

export function MerchantDetail({ id }: { id: string }) {
  const { data: merchant, error } = useAnswer('getMerchant', { params: { id } })
  const categoryName = useCategoryName()
  return (
    <Stack gap="lg">
      <Anchor href={screens.merchants()} size="sm">
        ← Merchants
      </Anchor>
      {error && !merchant ? (
        <Alert color="red" variant="light" role="alert">
          {explain(error)}
        </Alert>
      ) : merchant ? (
        <>
          <div>
            <Group gap="md">
              <Title order={1} size="h2">
                {merchant.name}
              </Title>
              <ActiveDot isActive={merchant.isActive} />
            </Group>
            <Text c="dimmed" size="sm" mt={4}>
              {[merchant.slug, categoryName(merchant.category), merchant.timezone].join(' · ')}
            </Text>
            {merchant.description !== null && (
              <Text size="sm" mt="sm" maw={700}>
                {merchant.description}
              </Text>
            )}
          </div>
          <Belongings id={id} merchantName={merchant.name} />
        </>
      ) : (
        <Skeleton height={60} />
      )}
    </Stack>
  )
}

/** Each tab is a list of its own, so changing it leaves search and page behind. */
function Belongings({ id, merchantName }: { id: string; merchantName: string }) {
  const tab = useAddress().searchParams.get('tab') === 'outlets' ? 'outlets' : 'vouchers'
  return (
    <Tabs
      value={tab}
      onChange={(value) => navigate(`${screens.merchant(id)}?tab=${value}`)}
      keepMounted={false}
    >
      <Tabs.List mb="md" aria-label={`Of ${merchantName}`}>
        <Tabs.Tab value="vouchers">Vouchers</Tabs.Tab>
        <Tabs.Tab value="outlets">Outlets</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="vouchers">
        <VoucherList merchantId={id} merchantName={merchantName} />
      </Tabs.Panel>
      <Tabs.Panel value="outlets">
        <OutletList merchantId={id} />
      </Tabs.Panel>
    </Tabs>
  )
}
