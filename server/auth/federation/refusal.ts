/** An answer of a provider that is refused. The message is for the record of the sign-in and is never shown to the user. */
export class OutsideRefusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutsideRefusal";
  }
}
