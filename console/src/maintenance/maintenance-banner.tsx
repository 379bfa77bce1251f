import { Alert, Text } from '@mantine/core'
import { Moment } from '../time/moment.tsx'
import { MAINTENANCE_WORDS as words } from '../words/maintenance.ts'
import { type MaintenanceState, useMaintenance } from './use-maintenance.ts'

/** Stands above every screen while maintenance is on. */
export function MaintenanceBanner() {
  const state = useMaintenance()
  if (!state?.isOn) return null
  return (
    <Alert color="orange" role="status" mb="md" title={words.isOn}>
      <MaintenanceFacts state={state} />
    </Alert>
  )
}

function MaintenanceFacts({ state: { since, until, message, startedBy } }: { state: MaintenanceState }) {
  return (
    <>
      <Text size="sm">
        {since && (
          <>
            {words.since} <Moment at={since} />{' '}
          </>
        )}
        {startedBy && `${words.by(startedBy)} · `}
        {until ? (
          <>
            {words.until} <Moment at={until} />
          </>
        ) : (
          words.noEnd
        )}
      </Text>
      {message && (
        <Text size="sm">
          {words.message} <bdi>{message}</bdi>
        </Text>
      )}
    </>
  )
}
