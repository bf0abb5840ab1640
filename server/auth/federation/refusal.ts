/** What a provider sent is not taken; the message is for the record of the sign-in, never for the person. */
export class OutsideRefusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutsideRefusal";
  }
}
