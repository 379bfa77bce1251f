import { routesOf } from '../define-route.ts'
import { Count, Like, Nullable } from '../shapes/fields.ts'
import { Type } from '../shapes/type.ts'
import { listAlerts } from './alerts.ts'
import { RowCount } from './shapes.ts'

const defineRoute = routesOf('admin', 'Saved filters')

export const getBadges = defineRoute({
  id: 'getBadges',
  method: 'GET',
  path: '/admin/badges',
  summary: 'Get the numbers in the menu',
  description: 'Cheap: counting stops at 100, and a node counts at most every 15 seconds.',
  responses: {
    200: {
      description: 'The numbers. Null: not for this role.',
      body: Type.Object(
        {
          review: Nullable(
            Type.Object(RowCount.properties, {
              description: 'Flagged redemptions that nobody has reviewed.',
            }),
          ),
          alerts: Like(Nullable(Count), { description: 'Current alerts.', examples: [2] }),
        },
        { title: 'Badges' },
      ),
    },
  },
  roles: listAlerts.roles,
})
