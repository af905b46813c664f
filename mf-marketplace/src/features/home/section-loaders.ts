/** Every section below the first screen is a chunk of its own (spec 2). */
export const loadCategories = () => import(/* webpackChunkName: "home-categories" */ './sections/categories-section.tsx');
export const loadHowItWorks = () => import(/* webpackChunkName: "home-how-it-works" */ './sections/how-it-works-section.tsx');
export const loadWhyChooseUs = () => import(/* webpackChunkName: "home-why-choose-us" */ './sections/why-choose-us-section.tsx');
export const loadFaq = () => import(/* webpackChunkName: "home-faq" */ './sections/faq-section.tsx');
export const loadCallToAction = () =>
  import(/* webpackChunkName: "home-call-to-action" */ './sections/call-to-action-section.tsx');
