// `npm run words`: updates app/_words/catalogues from the texts of the pages. New texts are untranslated
// (msgstr ""), and unused ones are removed.
import { unstable_extractMessages as extractMessages } from "next-intl/extractor";
import { catalogues } from "../app/_words/catalogues.config.mjs";

await extractMessages({ ...catalogues, extract: true });
