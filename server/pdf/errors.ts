/** A template that cannot be rendered. Its author sees the message. */
export class TemplateError extends Error {}
