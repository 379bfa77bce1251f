/** The migrations create the categories; the demo adds these sub-categories. */
export const SUB_CATEGORIES: Record<string, string[]> = {
  F_AND_B: ['Coffee', 'Noodles', 'Desserts', 'Bakery'],
  GROCERIES: ['Fresh produce', 'Pantry', 'Organic'],
  FASHION: ['Clothing', 'Shoes', 'Accessories'],
  BEAUTY: ['Skincare', 'Hair', 'Spa'],
  HEALTH_AND_FITNESS: ['Climbing', 'Yoga', 'Gym'],
  ENTERTAINMENT: ['Cinema', 'Games', 'Live events'],
  TRAVEL: ['City stays', 'Day trips'],
  ELECTRONICS: ['Audio', 'Phones', 'Repairs'],
  SERVICES: ['Cleaning', 'Bicycle care', 'Laundry'],
}
