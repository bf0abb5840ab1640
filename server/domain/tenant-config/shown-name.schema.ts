import type { Appearance } from "./tenant-config.schema";

/** Returns the name that users see: the brand name, or else the name of the organization. */
export const shownName = ({ brandName, name }: Pick<Appearance, "brandName" | "name">) => brandName || name;
