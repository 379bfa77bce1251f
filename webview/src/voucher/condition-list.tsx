import type { Condition } from './conditions.ts'

export function ConditionList({ conditions }: { conditions: Condition[] }) {
  return (
    <ul class="facts">
      {conditions.map(({ icon: Icon, text, isSoon }) => (
        <li key={text} class={isSoon ? 'soon' : undefined}>
          <Icon />
          {text}
        </li>
      ))}
    </ul>
  )
}
