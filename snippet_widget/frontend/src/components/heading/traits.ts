/** What the kernel says of the cards' heading and of the View menu: `CardsHeading` in Python. */

export interface IEndpoint {
  /** As the rows of the finder have it; -1: there are no cards. */
  key: number;
  method: string;
  path: string;
  /** How an SDK spells the call, and what it does; '' where that is not known. */
  call: string;
  summary: string;
}

export interface ITraits {
  endpoint: IEndpoint;
  /** Number of the drawing that it is part of: the cards of that wait for it. */
  drawing: number;
  /** Key of the endpoint that the kernel is asking for. */
  asked: number;
  /** The finder's model. */
  finder: string;
  /** Name and label of each card. */
  columns: [string, string][];
  /** The one that the cards are of, as its dropdown has it. */
  load_level: string;
  hidden: string[];
  wrap: boolean;
  variables: string[];
  environment: boolean;
  versions: string[];
  compared: number;
}
