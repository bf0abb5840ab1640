/* Dialogs and menus under one name; what must be light imports the one that it needs. */
export * from "./dialog";
export * from "./menu";
