import { Avatar, Badge, Paper, Text } from '@mantine/core'
import { MERCHANT_WORDS as words } from '../words/merchants.ts'
import type { MerchantValues } from './merchant-values.ts'

/** Banner, logo and name in the proportions of the webview's merchant page on a phone. */
export function MerchantPreview({ values, category }: { values: MerchantValues; category: string }) {
  const { name, logoPath, bannerPath, description, isNew } = values
  return (
    <section aria-label={words.preview}>
      <Text size="xs" c="dimmed" mb={6}>
        {words.preview}
      </Text>
      <Paper withBorder className="merchant-preview">
        <div
          className="banner"
          style={bannerPath ? { backgroundImage: `url("${encodeURI(bannerPath)}")` } : {}}
        />
        <div className="who">
          <Avatar src={logoPath} alt="" size={56} radius="md" color="indigo" variant="filled">
            {[...name.trim()][0]?.toUpperCase()}
          </Avatar>
          <div className="wrap">
            <Text fw={650} lineClamp={2}>
              {name || words.unnamed} {isNew && <Badge size="xs">{words.isNewBadge}</Badge>}
            </Text>
            <Text size="xs" c="dimmed">
              {category}
            </Text>
          </div>
        </div>
        {description !== null && (
          <Text size="sm" px="md" pb="md" className="wrap" lineClamp={4}>
            {description}
          </Text>
        )}
      </Paper>
    </section>
  )
}
