import type { Appearance } from "./tenant-config.schema";

/** What the organization is called before its people: the brand, or where none is set its own name. */
export const shownName = ({ brandName, name }: Pick<Appearance, "brandName" | "name">) => brandName || name;
