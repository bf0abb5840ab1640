import { shortLived } from "../../domain/message-queue/templates";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Three tries within ten minutes: a code that comes later is of no use. */
const quick = [1 * MINUTE, 5 * MINUTE];
const patient = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR];

/** Seconds until the next try after this many; null: no more. */
export const secondsAfter = (template: string, attempts: number): number | null =>
  (shortLived.has(template) ? quick : patient)[attempts - 1] ?? null;
