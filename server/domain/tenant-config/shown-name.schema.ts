import type { Appearance } from "./tenant-config.schema";

/** Returns the organization's name for its people: the brand, else its own name. */
export const shownName = ({ brandName, name }: Pick<Appearance, "brandName" | "name">) => brandName || name;
