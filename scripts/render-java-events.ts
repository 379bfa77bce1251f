import { constantName, javadoc, renderEnum } from './java-source.ts'
import { eventFixtures, type SdkEvent, type SdkRecord, type SdkType, sdkRecords } from './sdk-schemas.ts'

export function renderEvent(events: SdkEvent[]): string {
  const names = [...events.map(({ name }) => name), 'UnknownEvent'].join(', ')
  const method = (doc: string, result: string, declaration: string) =>
    `${javadoc([doc, '', `@return ${result}`], '  ')}  ${declaration};\n`
  return `${javadoc([
    'An event of a webhook or of the feed. Ask for its type with {@code instanceof}. Ignore types that you do not know: new ones may be added.',
  ])}public sealed interface Event permits ${names} {
${[
  method('The id of the event: the same in every delivery.', 'a uuid', 'String id()'),
  method('The type as sent.', 'for example {@code CLAIM_CREATED}', 'String type()'),
  method('When it happened.', 'the time', 'Instant createdAt()'),
  method(
    'Samples describe no real event: answer them, but do not act on them.',
    'whether it is a sample',
    'boolean test()',
  ),
  method('What happened.', 'a record of fields; a map for an {@link UnknownEvent}', 'Object data()'),
].join('\n')}}
`
}

export function renderEventType(events: SdkEvent[]): string {
  const constants = events.map(({ type, name }) => {
    return { name: type as string, args: `${JSON.stringify(type)}, ${name}.class`, doc: `{@link ${name}}.` }
  })
  const unknown = {
    name: 'UNKNOWN',
    args: '"unknown", UnknownEvent.class',
    doc: 'A type that this version does not know.',
  }
  const doc = 'The types of events.'
  return renderEnum({ name: 'EventType', doc, constants: [...constants, unknown], hasEventClass: true })
}

export function renderFixtures(events: SdkEvent[]): string {
  const records = new Map(sdkRecords().map((record) => [record.name, record]))
  const fixtures = eventFixtures()
  const build = (name: string, values: Record<string, unknown>, indent: string): string => {
    const record = records.get(name) as SdkRecord
    const isEvent = events.some((event) => event.name === name)
    const args = record.fields
      .filter((field) => !(isEvent && field.name === 'type'))
      .map((field) => literal(field.type, values[field.name], build, `${indent}    `))
    return `new ${name}(\n${args.map((arg) => `${indent}    ${arg}`).join(',\n')})`
  }
  const items = events.map(({ type, name }) => `      ${build(name, fixtures[type] ?? {}, '      ')}`)
  return `/** One event of each type, for the tests of your backend. */
public final class EventFixtures {
  /** The events in the order of {@link EventType}. */
  public static final List<Event> ALL = List.of(
${items.join(',\n')});

  private EventFixtures() {}
}
`
}

type Build = (name: string, values: Record<string, unknown>, indent: string) => string

function literal(type: SdkType, value: unknown, build: Build, indent: string): string {
  if (value === undefined || value === null) return type.kind === 'boolean' ? 'false' : 'null'
  if (type.kind === 'record') return build(type.name, value as Record<string, unknown>, indent)
  if (type.kind === 'timestamp') return `Instant.parse(${JSON.stringify(value)})`
  if (type.kind === 'enum') return `${type.name}.${constantName(String(value))}`
  return JSON.stringify(value)
}
