import { toStoredText } from "@/db/kit";
import type { Locale } from "../../../kernel/strings/languages";
import type { CodedText } from "../../../kernel/texts/define";
import type { Database } from "../../../store/database";

/** A message that this instance has claimed. */
export interface DueMessage {
  tenant_id: string;
  id: string;
  channel: "email" | "sms";
  recipient: string;
  template: string;
  data_sealed: string | null;
  data: Record<string, unknown> | null;
  locale: Locale | null;
  /** Number of attempts, including this one. */
  attempt_count: number;
}

/** Result of an attempt. `again` is the time in seconds until the next one. */
export type Result =
  | { state: "sent" | "kept" }
  | { state: "queued"; again: number; error: CodedText | string }
  | { state: "failed"; error: CodedText | string };

/** Longer than an attempt can take. After this time, another instance can claim the messages of a crashed one. */
export const CLAIM_SECONDS = 60;
/** Days for which a sent message is listed and a failed one can be sent again. */
const RETENTION_DAYS = 30;

/** Removes characters that PostgreSQL cannot store. Coded texts contain none. */
const storable = (text: CodedText | string) =>
  typeof text === "string" ? text.replaceAll("\0", "").slice(0, 500) : text;

/** Creates the functions that claim due messages for one instance and store the results. */
export function createMessageClaims({ sql }: Pick<Database, "sql">) {
  /** Counts the attempt at its beginning, so that a message that ends the process is not sent forever. */
  const claim = (limit: number) => sql<DueMessage[]>`
    update messages m set claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS}), attempt_count = attempt_count + 1
    where (m.tenant_id, m.id) in (
      select d.tenant_id, d.id from messages d
      where d.next_attempt_at <= now() and (d.claimed_until is null or d.claimed_until <= now())
      order by d.next_attempt_at, d.id limit ${limit} for update skip locked)
    returning tenant_id, id, channel, recipient, template, data_sealed, data, locale, attempt_count`;

  /** Deletes the content of a sent message, because it contains codes and links. A failed message keeps it for a retry. */
  async function settle({ tenant_id, id }: Pick<DueMessage, "tenant_id" | "id">, result: Result) {
    const error = "error" in result ? toStoredText(storable(result.error)) : null;
    const again = result.state === "queued" ? result.again : null;
    await sql`
      update messages set state = ${result.state}, error = ${error}, claimed_until = null,
        next_attempt_at = now() + make_interval(secs => ${again}::float8),
        sent_at = case when ${result.state === "sent"} then now() end,
        data_sealed = case when ${result.state === "sent"} then null else data_sealed end,
        data = case when ${result.state === "sent"} then null else data end
      where tenant_id = ${tenant_id} and id = ${id}`;
  }

  /** Deletes messages that are older than the retention. */
  const trim = () =>
    sql`delete from messages where created_at < now() - make_interval(days => ${RETENTION_DAYS})`;

  return { claim, settle, trim };
}
