import { z } from "zod";

export const MessageSettings = z.strictObject({ language: z.enum(["en", "de"], "must be en or de") });
