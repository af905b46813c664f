import { databaseCrud, paymentSetup, pdfGenerator } from './modules/commerce.mjs';
import { chartDashboard, darkMode, hooksCollection, seoTools } from './modules/insight.mjs';
import { localization, pwaStarter, realtimeChat } from './modules/people.mjs';
import { authKit, calendarScheduler, fileUpload, formBuilder, interactiveMaps } from './modules/screens.mjs';

/** Previews of the modules of the demo data. The key is the slug of the module and the file name of the picture. */
export const MODULES = {
  'payment-setup': paymentSetup,
  'interactive-maps': interactiveMaps,
  'auth-kit': authKit,
  'file-upload': fileUpload,
  'chart-dashboard': chartDashboard,
  'pdf-generator': pdfGenerator,
  'realtime-chat': realtimeChat,
  'form-builder': formBuilder,
  'seo-tools': seoTools,
  'database-crud': databaseCrud,
  'pwa-starter': pwaStarter,
  'dark-mode': darkMode,
  localization,
  'hooks-collection': hooksCollection,
  'calendar-scheduler': calendarScheduler,
};
