/** A template that cannot be rendered: the sentence is for whoever wrote it. */
export class TemplateError extends Error {}
