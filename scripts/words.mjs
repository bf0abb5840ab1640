// `npm run words`: brings app/_words/catalogues up to what the pages say. What is new stands there untranslated
// (msgstr ""), what is said no more is gone.
import { unstable_extractMessages as extractMessages } from "next-intl/extractor";
import { catalogues } from "../app/_words/catalogues.config.mjs";

await extractMessages({ ...catalogues, extract: true });
