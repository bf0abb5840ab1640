import * as z from "zod";
import { DocumentName, VersionNote } from "@/server/domain/documents/documents.schema";

export const Note = z.strictObject({ note: VersionNote.optional() });
export const Settings = z.strictObject({ name: DocumentName, trusted: z.boolean() });
