import { Group, Text } from '@mantine/core'
import {
  DARK,
  ensureContrast,
  LIGHT,
  type Scheme,
  SHAPE_CONTRAST,
  textOn,
} from '../../../webview/src/theme/contrast.ts'
import { PARTNER_WORDS as words } from '../words/partners.ts'

/** How the webview uses an accent color: by the webview's own rule, which corrects colors without enough contrast. */
export function AccentPreview({ color }: { color: string | null }) {
  if (color === null || !/^#[0-9a-f]{6}$/i.test(color)) return null
  return (
    <Group gap="md" role="status">
      <Sample color={color} scheme={LIGHT} name={words.light} />
      <Sample color={color} scheme={DARK} name={words.dark} />
    </Group>
  )
}

function Sample({ color, scheme, name }: { color: string; scheme: Scheme; name: string }) {
  const used = ensureContrast(color, scheme, SHAPE_CONTRAST)
  const isKept = used.toLowerCase() === color.toLowerCase()
  return (
    <Group gap="xs">
      <span className="accent-sample" style={{ background: scheme.card }} aria-hidden="true">
        <span style={{ background: used, color: textOn(used) }}>{words.sample}</span>
      </span>
      <Text size="sm">{isKept ? words.contrastOk(name) : words.contrastAdjusted(name, used)}</Text>
    </Group>
  )
}
