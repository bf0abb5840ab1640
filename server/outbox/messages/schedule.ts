import { shortLived } from "../../domain/message-queue/templates";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Three attempts within ten minutes: a code is useless later. */
const quick = [1 * MINUTE, 5 * MINUTE];
const patient = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR];

/** Returns the seconds until the next attempt after `attempts` attempts, or null after the last one. */
export const secondsAfter = (template: string, attempts: number): number | null =>
  (shortLived.has(template) ? quick : patient)[attempts - 1] ?? null;
