import { inPages, type PersonalData } from '#server/platform/personal-data'
import { deleteOldQuestions, deleteQuestionsOf, deleteStrayQuestions, questionsOf } from './store.ts'

export const consultationPersonalData: PersonalData = {
  sections: { questions: inPages(questionsOf) },
  forget: deleteQuestionsOf,
  forgetStrays: (db, most) => deleteStrayQuestions(db, 'system', most),
  deleteOlder: { questions: deleteOldQuestions },
}
