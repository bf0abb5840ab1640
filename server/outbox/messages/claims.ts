import type { Locale } from "../../kernel/languages";
import type { Database } from "../../store/database";

/** A message that this instance has in hand. */
export interface DueMessage {
  tenant_id: string;
  id: string;
  channel: "email" | "sms";
  recipient: string;
  template: string;
  data_sealed: string | null;
  data: Record<string, unknown> | null;
  locale: Locale | null;
  /** Counts this try. */
  attempt_count: number;
}

/** What came of a try. `again`: seconds until the next one. */
export type Result =
  | { state: "sent" | "kept" }
  | { state: "queued"; again: number; error: string }
  | { state: "failed"; error: string };

/** Longer than a try can take; what a crashed instance had in hand is anybody's after it. */
export const CLAIM_SECONDS = 60;
/** How long a message that was sent is listed, and how long one that failed can be sent again. */
const KEPT_DAYS = 30;

/** Takes messages that are due, so that each is in the hands of one instance, and writes down what came of them. */
export function createMessageClaims({ sql }: Pick<Database, "sql">) {
  /** Counts the try when it begins: one that ends the process is not made for ever. */
  const claim = (room: number) => sql<DueMessage[]>`
    update messages m set claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS}), attempt_count = attempt_count + 1
    where (m.tenant_id, m.id) in (
      select d.tenant_id, d.id from messages d
      where d.next_attempt_at <= now() and (d.claimed_until is null or d.claimed_until <= now())
      order by d.next_attempt_at, d.id limit ${room} for update skip locked)
    returning tenant_id, id, channel, recipient, template, data_sealed, data, locale, attempt_count`;

  /** What is sent is not kept: it held codes and links. What failed is, so that it can be sent again. */
  async function settle({ tenant_id, id }: Pick<DueMessage, "tenant_id" | "id">, result: Result) {
    const error = "error" in result ? result.error.replaceAll("\0", "").slice(0, 500) : null;
    const again = result.state === "queued" ? result.again : null;
    await sql`
      update messages set state = ${result.state}, error = ${error}, claimed_until = null,
        next_attempt_at = now() + make_interval(secs => ${again}::float8),
        sent_at = case when ${result.state === "sent"} then now() end,
        data_sealed = case when ${result.state === "sent"} then null else data_sealed end,
        data = case when ${result.state === "sent"} then null else data end
      where tenant_id = ${tenant_id} and id = ${id}`;
  }

  /** Removes what is past its time. */
  const trim = () => sql`delete from messages where created_at < now() - make_interval(days => ${KEPT_DAYS})`;

  return { claim, settle, trim };
}
