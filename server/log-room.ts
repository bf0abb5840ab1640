import type { Logger } from "pino";
import type { Room } from "./store/room";

const roomMessages = {
  full: "the disk is full: changes are refused, reading works",
  low: "the disk has little room left",
  enough: "the disk has enough room",
};

/** Logs a change of the room of the embedded database, or a restart that the lack of room required. */
export function logRoom(log: Logger, { bytes, state }: Room, event: "changed" | "restarted") {
  const free = { freeMegabytes: Math.floor(bytes / 1_048_576) };
  if (event === "restarted") log.error(free, "the database was restarted, because the disk was full");
  else log[state === "full" ? "error" : state === "low" ? "warn" : "info"](free, roomMessages[state]);
}
