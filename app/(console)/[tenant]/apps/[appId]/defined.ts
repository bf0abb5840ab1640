type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
/**
 * Removes the undefined fields of an object. A spread of the result therefore does not overwrite existing settings with
 * undefined.
 */
export const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
