/**
 * What a span may contain: ids, counts and predefined text. A closed list, because spans leave the deployment: names,
 * addresses, messages and providers' texts cannot get into one by accident.
 */
export interface SpanDetails {
  readonly customerId?: number | null
  readonly locationId?: number
  readonly ring?: number
  readonly delayId?: number
  readonly notificationId?: number | null
  readonly deliveryId?: number
  readonly endpointId?: number
  readonly deviceId?: number
  readonly alarmId?: number | null
  readonly commandId?: string
  /** The strike's position in the log. */
  readonly strike?: number
  readonly source?: string
  /** How old the strike was when it was received. */
  readonly ageMs?: number
  readonly strikes?: number
  readonly rings?: number
  readonly streams?: number
  readonly messages?: number
  readonly attempt?: number
  readonly isTold?: boolean
  /** The HTTP or SMTP number in a provider's answer. */
  readonly answerCode?: number
  readonly channel?: string
  readonly kind?: string
  readonly outcome?: string
}

/** One finished step on the path of a strike or a message. */
export interface Span extends TraceContext {
  /** Identifies this step in terms of the database: the same in every process and after a restart. */
  readonly key: string
  readonly name: string
  readonly from: Date
  readonly to: Date
  readonly details: SpanDetails
  /** Other traces that led to this step, by their subject. */
  readonly links?: readonly string[]
  readonly isFailed?: boolean
}

/** The trace and step that a new step belongs to. */
export interface TraceContext {
  /** The subject of the trace: 'strike 812'. */
  readonly trace: string
  /** The step that led to it; omitted for the first. */
  readonly parent?: string
}
