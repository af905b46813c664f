/** `POST /contact`. */
export interface ContactBody {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** Answer of `POST /contact`. */
export interface ContactAnswer {
  /** What a person quotes when they ask again, such as `SOL-7K3M9Q`. */
  reference: string;
}
