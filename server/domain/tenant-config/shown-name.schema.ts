import type { Appearance } from "./tenant-config.schema";

/** Returns the organization's name for its users: the brand name, else the organization's own name. */
export const shownName = ({ brandName, name }: Pick<Appearance, "brandName" | "name">) => brandName || name;
