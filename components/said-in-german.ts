import { createDictionary } from "./dictionary";
import entries from "./said.de.json";

/** What the server says, in German; the text itself where the dictionary does not know it. */
export const inGerman = createDictionary(entries).translate;
