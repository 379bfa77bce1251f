import { Group, Text } from '@mantine/core'
import { accentColors, DARK, LIGHT, type Scheme } from '../../../webview/src/theme/contrast.ts'
import { PARTNER_WORDS as words } from '../words/partners.ts'

/** How the webview uses an accent color, by the webview's own rule: buttons keep it, text in it is readable. */
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
  const { fill, onFill, edge, ink } = accentColors(color, scheme)
  const isKept = ink.toLowerCase() === color.toLowerCase()
  return (
    <Group gap="xs">
      <span className="accent-sample" style={{ background: scheme.card }} aria-hidden="true">
        <span style={{ background: fill, color: onFill, boxShadow: `inset 0 0 0 1px ${edge}` }}>
          {words.sample}
        </span>
        <span style={{ color: ink }}>{words.textSample}</span>
      </span>
      <Text size="sm">{isKept ? words.contrastOk(name) : words.contrastAdjusted(name, ink)}</Text>
    </Group>
  )
}
