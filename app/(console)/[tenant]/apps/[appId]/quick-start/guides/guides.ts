import type { Guide } from "./guide";
import { languageGuides } from "./language-guides";
import { productGuides } from "./product-guides";
import { spaGuides } from "./spa-guides";
import { webGuides } from "./web-guides";

/** All guides for apps that sign users in. docs/guides.md is generated from them. */
export const guides: readonly Guide[] = [...languageGuides, ...webGuides, ...spaGuides, ...productGuides];
