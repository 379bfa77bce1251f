import { Text } from '@mantine/core'
import { ButtonLink } from '../kit/links.tsx'
import { Panel } from '../kit/panel.tsx'
import { DESTINATION_WORDS as words } from '../words/alert-destinations.ts'

/** Leads to the screen that says where alerts go. */
export function AlertDestinationsPanel() {
  return (
    <Panel title={words.title}>
      <Text size="sm" c="dimmed">
        {words.settingsText}
      </Text>
      <ButtonLink to="/alerts/destinations" variant="default" w="fit-content">
        {words.open}
      </ButtonLink>
    </Panel>
  )
}
