import * as z from "zod";
import { locales } from "@/server/kernel/strings/languages";

/** A language in which messages exist. */
export const Language = z.enum(locales);
