/** Catalogue as the build imports it: messages by area and key. */
declare module "*.po" {
  const messages: Record<string, Record<string, string>>;
  export default messages;
}
